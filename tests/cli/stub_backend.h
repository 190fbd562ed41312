// SPDX-License-Identifier: GPL-3.0-or-later
// A backend for tests of `record`: it lacks what it is told to lack, ends each request as it is told, and keeps what it
// was asked for.
#pragma once

#include "core/backend.h"
#include "fake_backend.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace zg {

class StubBackend : public Backend {
public:
    explicit StubBackend(Device device) : device_(std::move(device)) {}

    std::function<std::optional<Error>(const Request&)> lacking;
    std::function<Result<RunState>(const Request&)> ending;
    std::shared_ptr<std::vector<Request>> asked = std::make_shared<std::vector<Request>>();

    [[nodiscard]] const Device& device() const override { return device_; }
    [[nodiscard]] std::optional<Error> lacks(const Request& request) const override {
        return lacking ? lacking(request) : std::nullopt;
    }
    /// One row of one number.
    [[nodiscard]] Result<RunState> run(const Request& request, std::stop_token, RunListener& listener) override {
        asked->push_back(request);
        listener.begun({{"number", Unit::One}});
        listener.row({0, {static_cast<double>(asked->size())}});
        return ending ? ending(request) : RunState::Complete;
    }

private:
    Device device_;
};

} // namespace zg
