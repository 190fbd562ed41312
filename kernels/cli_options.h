// SPDX-License-Identifier: GPL-3.0-or-later
// Options of the command line in CLI11's terms: what is read by a function of ours, lists of names, and those of
// `record`, which are many.
#pragma once

#include "kernels/cli_commands.h"
#include "kernels/cli_text.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace zg {

/// An option whose text goes through `parse`, which gives nothing for what it does not understand.
/// @param takes what it does understand, for the complaint: "sizes from 1 to 100000"; may be empty
template <class T>
CLI::Option* parsed(CLI::App* app, const std::string& name, std::function<std::optional<T>(const std::string&)> parse,
                    std::function<void(T)> store, const std::string& help, const std::string& takes = {}) {
    return app->add_option_function<std::string>(
        name,
        [name, takes, parse = std::move(parse), store = std::move(store)](const std::string& text) {
            const std::optional<T> value = parse(text);
            if (!value)
                throw CLI::ValidationError(name, "does not understand \"" + plainText(text) + "\"" +
                                                     (takes.empty() ? "" : "; it takes " + takes));
            store(*value);
        },
        help);
}

/// An option that takes one or more of `values` by their names, with commas between them; each is kept once.
template <class T>
CLI::Option* namesOption(CLI::App* app, const std::string& name, std::vector<T> values, std::string_view (*nameOf)(T),
                         std::vector<T>& into, const std::string& help) {
    std::string all;
    for (const T value : values) all.append(all.empty() ? "" : ", ").append(nameOf(value));
    const auto store = [=, &into](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            const auto found = std::ranges::find_if(values, [&](T value) { return nameOf(value) == text; });
            if (found == values.end())
                throw CLI::ValidationError(name, "does not know \"" + plainText(text) + "\"; it takes " + all);
            if (std::ranges::find(into, *found) == into.end()) into.push_back(*found);
        }
    };
    return app->add_option_function<std::vector<std::string>>(name, store, help + ": " + all)
        ->delimiter(',')
        ->type_name("NAME");
}

CLI::Option* unitOption(CLI::App* app, std::optional<Unit>& unit);
CLI::Option* runOption(CLI::App* app, std::optional<int>& run, const std::string& help);

/// All options of `record` but --progress, which is the process's own.
void addRecordOptions(CLI::App& app, RecordOptions& options);
/// What no option can say of itself. Throws CLI::ValidationError.
void checkRecordOptions(const RecordOptions& options);

} // namespace zg
