// SPDX-License-Identifier: GPL-3.0-or-later
// The whole English dictionary of ziggurat-cli. Switches have no default, so that the compiler names a missing
// sentence.
#include "kernels/cli_text.h"

#include "core/format.h"

#include <cmath>
#include <cstdint>

namespace zg {

std::string_view faultSentence(Fault fault) {
    switch (fault) {
    case Fault::NotBuiltWithCuda:
        return "This build has no CUDA backend; it measures this CPU and reads recordings of GPUs";
    case Fault::ProbeNotSupported: return "This device cannot run that measurement";
    case Fault::NeedsNewerGpu: return "This measurement needs a newer GPU architecture";
    case Fault::LibraryNotFound: return "The library to compare with was not found on this computer";
    case Fault::NoRecordedRun: return "The session holds no such run";
    case Fault::NoDriver: return "No NVIDIA driver is loaded on this computer";
    case Fault::DriverTooOld: return "The NVIDIA driver is older than this program needs";
    case Fault::NoGpu: return "The NVIDIA driver reports no GPU";
    case Fault::NoKernelImage: return "This build holds no code for the architecture of this GPU";
    case Fault::DeviceBusy: return "Another process holds the GPU for itself, or its compute mode forbids use";
    case Fault::OutOfMemory: return "The device has too little free memory for this measurement";
    case Fault::IllegalAccess: return "A kernel touched memory that it does not own; the GPU's context is lost";
    case Fault::LaunchTimeout:
        return "The system ended a kernel that ran too long; this happens on a GPU that drives a display";
    case Fault::DeviceLost: return "The GPU does not answer any more";
    case Fault::WrongResult: return "The measurement failed its own check, so its rows are not to be trusted";
    case Fault::UnknownDevice: return "There is no device of that name; `ziggurat-cli devices` lists them";
    case Fault::DeviceOther: return "The device reported an error";
    case Fault::NoSuchFile: return "There is no such file";
    case Fault::IsDirectory: return "This is a folder, not a session file";
    case Fault::NotReadable: return "The file cannot be read";
    case Fault::NotWritable: return "The file cannot be written";
    case Fault::DiskFull: return "The disk is full; the lines written before are kept";
    case Fault::EmptyFile: return "The file is empty";
    case Fault::NoHeader: return "This is not a Ziggurat session: its first line is no header";
    case Fault::WrongVersion: return "The session was written in a format that this program does not know";
    case Fault::NotJson: return "The line is not valid JSON in UTF-8";
    case Fault::LineTooLong: return "The line is longer than any line of a session";
    case Fault::TooManyRows: return "The session holds more rows than this program reads; the rest is left out";
    case Fault::CutOffLine: return "The file ends in the middle of this line; only what came before it can be used";
    case Fault::MissingField: return "A field is missing";
    case Fault::WrongType: return "A field has a value of the wrong type or one that is not known";
    case Fault::NegativeSize: return "A size or count is negative";
    case Fault::NotFinite: return "A number is not finite or too large";
    case Fault::UnknownRun: return "The line belongs to a run that the session does not hold";
    case Fault::WrongColumnCount: return "The row has more or fewer values than its run has columns";
    }
    return "";
}

std::string noteSentence(const Note& note) {
    switch (note.kind) {
    case NoteKind::MemoryLimited: return "Free memory limited the working set to " + formatBytes(note.value);
    case NoteKind::HugePages: return "Huge pages hold " + formatBytes(note.value) + " of the arena";
    case NoteKind::NoHugePages: return "No huge pages were to be had: missed translations (TLB) show in the curve";
    case NoteKind::PinnedToCore: return "Pinned to core " + std::to_string(std::llround(note.value));
    case NoteKind::NotPinned: return "The system refused to pin the thread: it may have moved between cores";
    case NoteKind::ClockDropped:
        return "The clock had dropped at " + formatBytes(note.value) + ", even on a second try";
    case NoteKind::ClockUnsteady:
        return "The clock was not steady after warming up: " +
               formatQuantity({note.value, Unit::Hertz, Source::Measured, {}});
    case NoteKind::LaunchesSplit:
        return "Work was split into " + std::to_string(std::llround(note.value)) +
               " launches at the largest size, to keep each short";
    case NoteKind::SizeLeftOut:
        return "N = " + std::to_string(std::llround(note.value)) + " was left out for lack of memory or time";
    case NoteKind::WrongResult:
        return "The result was wrong at N = " + std::to_string(std::llround(note.value)) + ", so it has no speed";
    case NoteKind::ThroughMma: return "The tensor cores were fed through mma.sync";
    case NoteKind::ThroughWgmma: return "The tensor cores were fed through wgmma";
    case NoteKind::LibraryVersion:
        return "Version of the reference library: " + std::to_string(std::llround(note.value));
    case NoteKind::VectorBits: return "Vector registers of " + std::to_string(std::llround(note.value)) + " bit";
    case NoteKind::SamplesFull:
        return "Every element was checked up to N = " + std::to_string(std::llround(note.value)) +
               "; beyond, rows drawn at random";
    }
    return "";
}

std::string_view stateSentence(RunState state) {
    switch (state) {
    case RunState::Running: return "unfinished: the recording ended without a word";
    case RunState::Complete: return "complete";
    case RunState::Stopped: return "stopped before its end";
    case RunState::Failed: return "failed";
    }
    return "";
}

std::string errorLine(const Error& error) {
    std::string line;
    if (!error.file.empty()) {
        line += plainText(error.file) + ':';
        if (error.line > 0) line += std::to_string(error.line) + ':';
        line += ' ';
    }
    line += faultSentence(error.fault);
    // For these the system's own text says the same again.
    const bool said =
        error.fault == Fault::NoSuchFile || error.fault == Fault::IsDirectory || error.fault == Fault::DiskFull;
    if (!error.detail.empty() && !said) line += ": " + plainText(error.detail);
    return line;
}

int exitCodeOf(const Error& error) {
    switch (kindOf(error.fault)) {
    case ErrorKind::Unsupported: return error.fault == Fault::NoRecordedRun ? exit_code::file : exit_code::device;
    case ErrorKind::Device: return exit_code::device;
    case ErrorKind::Io:
    case ErrorKind::Format: return exit_code::file;
    }
    return exit_code::device;
}

std::string_view tierTerm(LevelKind level, DeviceKind device) {
    switch (level) {
    case LevelKind::Registers: return "registers";
    case LevelKind::SharedL1: return "L1 + shared";
    case LevelKind::L1: return "L1";
    case LevelKind::L2: return "L2";
    case LevelKind::L3: return "L3";
    case LevelKind::Memory: return device == DeviceKind::Gpu ? "GPU memory" : "RAM";
    case LevelKind::Constant: return "constant";
    }
    return "";
}

std::string_view technologyTerm(Technology technology) {
    switch (technology) {
    case Technology::Sram: return "SRAM";
    case Technology::Dram: return "DRAM";
    }
    return "";
}

std::string_view managerTerm(ManagedBy managedBy) {
    switch (managedBy) {
    case ManagedBy::Compiler: return "compiler";
    case ManagedBy::Programmer: return "programmer";
    case ManagedBy::Hardware: return "hardware";
    case ManagedBy::ProgrammerAndHardware: return "programmer, hardware";
    }
    return "";
}

std::string_view arithmeticTerm(Arithmetic arithmetic) {
    switch (arithmetic) {
    case Arithmetic::Fp64: return "FP64";
    case Arithmetic::Fp64Tensor: return "FP64, tensor cores";
    case Arithmetic::Fp32: return "FP32";
    case Arithmetic::Tf32Tensor: return "TF32, tensor cores";
    case Arithmetic::Bf16Tensor: return "BF16, tensor cores";
    case Arithmetic::Fp16Tensor: return "FP16, tensor cores";
    case Arithmetic::Fp8Tensor: return "FP8, tensor cores";
    }
    return "";
}

std::string_view answerTerm(Answer answer) {
    switch (answer) {
    case Answer::L1: return "L1";
    case Answer::L2: return "L2";
    case Answer::L2Near: return "L2 near";
    case Answer::L2Far: return "L2 far";
    case Answer::L3: return "L3";
    case Answer::Memory: return "memory";
    case Answer::Tlb: return "TLB misses";
    case Answer::Unknown: return "unexplained";
    }
    return "";
}

std::string_view answerWord(Answer answer) {
    switch (answer) {
    case Answer::L1: return "l1";
    case Answer::L2: return "l2";
    case Answer::L2Near: return "l2-near";
    case Answer::L2Far: return "l2-far";
    case Answer::L3: return "l3";
    case Answer::Memory: return "memory";
    case Answer::Tlb: return "tlb";
    case Answer::Unknown: return "unknown";
    }
    return "";
}

std::string requestTerm(const Request& request, DeviceKind device) {
    std::string term(probeName(request.probe));
    const auto with = [&term](std::string_view word) { term.append(", ").append(word); };
    const bool gpu = device == DeviceKind::Gpu;
    const auto cores = [&] {
        if (!gpu)
            with(request.threads == 0 ? "all cores"
                                      : std::to_string(request.threads) + (request.threads == 1 ? " core" : " cores"));
    };
    switch (request.probe) {
    case Probe::FmaLatency:
    case Probe::SharedLatency:
    case Probe::ConstantLatency: break;
    case Probe::Chase:
        with(orderName(request.order));
        if (!gpu) break;
        with(request.path == CachePath::ThroughL1 ? "through L1" : "past L1");
        with("carve-out " + std::to_string(request.sharedCarveout) + " %");
        break;
    case Probe::Bandwidth:
        with(accessName(request.access));
        if (request.space == Space::Shared) with("shared memory");
        else if (gpu) with(request.path == CachePath::ThroughL1 ? "through L1" : "past L1");
        cores();
        break;
    case Probe::Transfer:
        with(directionName(request.direction));
        with(hostMemoryName(request.hostMemory));
        break;
    case Probe::Compute:
        with(arithmeticName(request.arithmetic));
        cores();
        break;
    case Probe::Matmul: with(variantName(request.variant)); break;
    }
    return term;
}

std::string percentTerm(double share) {
    return std::isfinite(share) ? formatQuantity({share * 100, Unit::One, Source::Measured, {}}) + " %" : std::string{};
}

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

/// Length of the well-formed UTF-8 sequence at the start of `text`, 0 where there is none; `code` gets its character.
std::size_t decodeUtf8(std::string_view text, std::uint32_t& code) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                               : (lead & 0xF0) == 0xE0       ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length == 0 || text.size() < length) return 0;
    code = length == 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3Fu);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    return overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : length;
}

/// Controls, and the characters that turn the direction of what follows on the line: a file's text must not rewrite
/// ours.
bool isUnsafe(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

} // namespace

std::string plainText(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        std::uint32_t code = 0;
        const std::size_t length = decodeUtf8(text, code);
        if (length == 0) plain += replacement;
        else if (code == '\n' || code == '\r' || code == '\t') plain += ' ';
        else if (isUnsafe(code)) plain += replacement;
        else plain += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return plain;
}

} // namespace zg
