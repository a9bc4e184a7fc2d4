#include "invar/core/version.h"

#include <gtest/gtest.h>

TEST(Version, has_three_numbers) { EXPECT_STREQ(invar::version(), "0.2.0"); }
