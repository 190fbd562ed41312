// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cpu/stream_set.h"

#include "kernels/cpu/random.h"
#include "kernels/cpu/stream.h"

#include <algorithm>
#include <cassert>

namespace zg::cpu {
namespace {

constexpr std::size_t pageBytes = 4096;
constexpr std::uint64_t firstStamp = 0x5EED000000000001;

/// Where a copy goes: half way, at the same place in its page as its source. A load must wait for a store before it
/// whose address agrees in the last 12 bits, and so that store is 4,096 bytes behind, as far as it can be. Source:
/// Intel's optimization manual, "4-KByte memory aliasing".
std::size_t halfWay(std::size_t bytes) { return (bytes / 2 + pageBytes - 1) / pageBytes * pageBytes; }

} // namespace

StreamSet::StreamSet(std::byte* memory, std::size_t mostBytes, Access access, std::uint64_t seed)
    : words_(reinterpret_cast<std::uint64_t*>(memory)),
      target_(access == Access::Copy ? reinterpret_cast<std::uint64_t*>(memory + halfWay(mostBytes)) : words_),
      access_(access),
      seed_(seed),
      stamp_(firstStamp) {}

bool StreamSet::resize(std::size_t bytes, const std::stop_token& stop) {
    assert(bytes > 0 && bytes % 1024 == 0);
    count_ = bytes / (access_ == Access::Copy ? 16 : 8);
    window_ = std::min(count_, windowWords);
    next_ = 0;
    while (filled_ < count_) {
        if (stop.stop_requested()) return false;
        fill(std::min(count_, filled_ + windowWords));
    }
    for (std::size_t first = 0; first < count_; first += window_) {
        if (stop.stop_requested()) return false;
        const std::size_t words = std::min(window_, count_ - first);
        if (access_ == Access::Copy) writeWords(target_ + first, words, 1, stamp_);
        streamAt(first, words, 1);
    }
    return true;
}

void StreamSet::fill(std::size_t words) {
    for (; filled_ < words; ++filled_) words_[filled_] = randomWord(seed_, filled_);
}

void StreamSet::stream(std::uint64_t passes) {
    if (next_ + window_ > count_) next_ = 0; // what is left at the end is no whole window
    streamAt(next_, window_, passes);
    next_ += window_;
}

void StreamSet::streamAt(std::size_t first, std::size_t count, std::uint64_t passes) {
    lastFirst_ = first;
    lastCount_ = count;
    switch (access_) {
    case Access::Read: lastSum_ = readWords(words_ + first, count, passes); break;
    case Access::Write:
        writeWords(words_ + first, count, passes, stamp_);
        stamp_ += passes;
        break;
    case Access::Copy: copyWords(words_ + first, target_ + first, count, passes); break;
    }
}

std::size_t StreamSet::movedBytes() const { return window_ * (access_ == Access::Copy ? 16 : 8); }

std::uint64_t StreamSet::randomSum() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < lastCount_; ++i) sum += randomWord(seed_, lastFirst_ + i);
    return sum;
}

bool StreamSet::check() {
    if (access_ == Access::Read) return lastSum_ == randomSum();
    const std::uint64_t sum = readWords(target_ + lastFirst_, lastCount_, 1);
    if (access_ == Access::Write) return sum == lastCount_ * (stamp_ - 1);
    writeWords(target_ + lastFirst_, lastCount_, 1, stamp_);
    return sum == randomSum();
}

void StreamSet::spoil() {
    if (access_ == Access::Read) lastSum_ ^= 1;
    else target_[lastFirst_ + lastCount_ / 2] ^= 1;
}

} // namespace zg::cpu
