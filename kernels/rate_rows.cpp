// SPDX-License-Identifier: GPL-3.0-or-later
// Samples to rows.
#include "kernels/rate_rows.h"

#include "core/stats.h"

#include <algorithm>

namespace zg {
namespace {

void addTimeColumns(std::vector<Column>& columns) {
    columns.push_back({std::string(column::elapsed), Unit::Nanoseconds});
    columns.push_back({std::string(column::elapsedBest), Unit::Nanoseconds});
    columns.push_back({std::string(column::clock), Unit::Hertz});
    columns.push_back({std::string(column::units), Unit::One});
    columns.push_back({std::string(column::repeats), Unit::One});
}

void addTimes(std::vector<double>& values, std::span<const Sample> samples, double units) {
    std::vector<double> elapsed, clock;
    for (const Sample& sample : samples) {
        elapsed.push_back(sample.latency);
        clock.push_back(sample.clockHz);
    }
    values.push_back(median(elapsed));
    values.push_back(*std::ranges::min_element(elapsed));
    values.push_back(median(clock));
    values.push_back(units);
    values.push_back(static_cast<double>(samples.size()));
}

} // namespace

std::vector<Column> bandwidthColumns() {
    std::vector<Column> columns{{std::string(column::bytes), Unit::Bytes}, {std::string(column::moved), Unit::Bytes}};
    addTimeColumns(columns);
    return columns;
}

std::vector<Column> computeColumns() {
    std::vector<Column> columns{{std::string(column::flop), Unit::One}};
    addTimeColumns(columns);
    return columns;
}

std::vector<double> bandwidthValues(double bytes, double moved, std::span<const Sample> samples, double units) {
    std::vector<double> values{bytes, moved};
    addTimes(values, samples, units);
    return values;
}

std::vector<double> computeValues(double flop, std::span<const Sample> samples, double units) {
    std::vector<double> values{flop};
    addTimes(values, samples, units);
    return values;
}

Sample timedSample(double nanoseconds, double clockHz, double counted) {
    return {nanoseconds, nanoseconds, clockHz, counted};
}

} // namespace zg
