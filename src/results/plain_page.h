// Frame of the pages that show tables and figures without moving parts: one look, nothing beside the file.
#pragma once

#include <string>

namespace invar {

// Up to <body>; classes: soft, scroll (around tables), number, holds / remedy / fails (green, amber, red), check.
std::string page_head(const std::string& title);
std::string page_foot();

}  // namespace invar
