// Threads that share the work on a range of numbers, each a contiguous slice of it.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace gemgrove {

class Workers {
 public:
  // Works on the numbers from `begin` to `end`; must not throw.
  using Work = std::function<void(int begin, int end)>;

  explicit Workers(int threads) : threads_(threads) {}
  ~Workers() { dismiss(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const { return threads_; }

  // Does the work on the numbers from 0 to count - 1, and returns when all is done.
  void share(int count, const Work& work) {
    if (threads_ == 1 || count < threads_) return work(0, count);
    gather();
    crew_->work = &work;
    crew_->count = count;
    crew_->unfinished.store(threads_ - 1, std::memory_order_relaxed);
    crew_->round.fetch_add(1, std::memory_order_release);
    crew_->round.notify_all();
    work(0, slice(1, count));
    for (int left; (left = crew_->unfinished.load(std::memory_order_acquire)) != 0;) {
      await_change(crew_->unfinished, left);
    }
  }

 private:
  static constexpr int kLooks = 64;
  static constexpr std::chrono::microseconds kPatience{100};

  struct Crew {
    std::atomic<unsigned> round{0};
    std::atomic<int> unfinished{0};
    const Work* work = nullptr;  // null: go home
    int count = 0;
    pid_t process = getpid();
    std::vector<std::thread> threads;
  };

  // Waking a thread takes longer than a small step does: whoever waits looks on for a while before
  // it goes to sleep.
  template <class Number>
  static void await_change(const std::atomic<Number>& number, Number from) {
    const auto begun = std::chrono::steady_clock::now();
    do {
      for (int i = 0; i < kLooks; ++i) {
        if (number.load(std::memory_order_acquire) != from) return;
        pause();
      }
    } while (std::chrono::steady_clock::now() - begun < kPatience);
    number.wait(from, std::memory_order_acquire);
  }

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  int slice(int number, int count) const {
    return static_cast<int>(static_cast<std::int64_t>(count) * number / threads_);
  }

  // The threads are started when they are first needed, and again in a process that was forked
  // off: it has none of its parent's.
  void gather() {
    if (crew_ != nullptr && crew_->process == getpid()) return;
    dismiss();
    crew_ = std::make_unique<Crew>();
    for (int number = 1; number < threads_; ++number) {
      crew_->threads.emplace_back([this, number, crew = crew_.get()] { serve(*crew, number); });
    }
  }

  void serve(Crew& crew, int number) const {
    for (unsigned seen = 0;;) {
      await_change(crew.round, seen);
      seen = crew.round.load(std::memory_order_acquire);
      if (crew.work == nullptr) return;
      (*crew.work)(slice(number, crew.count), slice(number + 1, crew.count));
      if (crew.unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        crew.unfinished.notify_one();
      }
    }
  }

  void dismiss() {
    if (crew_ == nullptr) return;
    if (crew_->process != getpid()) {
      // Nobody is there to be waited for, and a thread object must not be destroyed unwaited.
      static_cast<void>(crew_.release());
      return;
    }
    crew_->work = nullptr;
    crew_->round.fetch_add(1, std::memory_order_release);
    crew_->round.notify_all();
    for (std::thread& thread : crew_->threads) thread.join();
    crew_.reset();
  }

  int threads_;
  std::unique_ptr<Crew> crew_;
};

}  // namespace gemgrove
