"""A smaller case with the same finding: lines of the model, then words of the command, are left out while it stays."""
import dataclasses


def minimize(case, is_same, attempts):
    """`is_same(case)` runs it; at most `attempts` times."""
    left = [attempts]

    def try_case(candidate):
        left[0] -= 1
        return left[0] >= 0 and is_same(candidate)

    lines = case.model.split(b"\n")
    size = max(1, len(lines) // 2)
    while size >= 1 and left[0] > 0:
        i, removed = 0, False
        while i < len(lines) and left[0] > 0:
            fewer = lines[:i] + lines[i + size:]
            if try_case(dataclasses.replace(case, model=b"\n".join(fewer))):
                lines, removed = fewer, True
            else:
                i += size
        if size > 1 or not removed:
            size //= 2
    case = dataclasses.replace(case, model=b"\n".join(lines))
    for i in range(len(case.words) - 1, 1, -1):
        for width in (2, 1):
            words = case.words[:i] + case.words[i + width:]
            if len(words) < len(case.words) and try_case(dataclasses.replace(case, words=words)):
                case = dataclasses.replace(case, words=words)
                break
    return case
