// SPDX-License-Identifier: GPL-3.0-or-later
// Runs another program to its end or to a time limit, and returns what it printed.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace zg::peers {

/// A value, or in plain words why there is none.
template <class T>
using Outcome = tl::expected<T, std::string>;

/// What `program` printed, on both of its streams together and in their order; it reads nothing.
/// Errors: it cannot be started; it ended by a signal or with a code other than 0, with the last line that it printed;
/// it was still running after `limit`, and was killed with all that it had started; it printed more than 4 MiB.
[[nodiscard]] Outcome<std::string> runProgram(const std::filesystem::path& program,
                                              const std::vector<std::string>& arguments, std::chrono::seconds limit);

} // namespace zg::peers
