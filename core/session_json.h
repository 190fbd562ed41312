// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON of a session's lines, both ways. The only header that shows the JSON library; private to core.
#pragma once

#include "core/session.h"

#include <nlohmann/json.hpp>

namespace zg {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json headerToJson(const Session& session);
/// Fills device, provenance and unknown fields; runs stay empty.
[[nodiscard]] Result<Session> headerFromJson(const Json& json);

[[nodiscard]] Json runToJson(const Run& run); ///< request, columns and start; no rows
[[nodiscard]] Result<Run> runFromJson(const Json& json);

[[nodiscard]] Json rowToJson(const Row& row);
[[nodiscard]] Result<Row> rowFromJson(const Json& json, const Run& run); ///< checked against the run's columns

[[nodiscard]] Json noteToJson(const Note& note);
[[nodiscard]] Result<Note> noteFromJson(const Json& json);

[[nodiscard]] Json endToJson(RunState state, const std::optional<Error>& error);
[[nodiscard]] Result<void> endFromJson(const Json& json, Run& run);

} // namespace zg
