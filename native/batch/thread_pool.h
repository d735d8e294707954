// A thread pool that divides a range of numbers into contiguous slices, one per thread.
#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace gemgrove {

class ThreadPool {
 public:
  // Works on the numbers from `begin` to `end`; must not throw.
  using Task = std::function<void(int begin, int end)>;

  explicit ThreadPool(int threads) : threads_(threads) {}
  ~ThreadPool() { stop(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }

  // Runs the task on the numbers from 0 to count - 1 and returns when all are done.
  void parallel_for(int count, const Task& task) {
    if (threads_ == 1 || count < threads_) return task(0, count);
    start();
    shared_->task = &task;
    shared_->count = count;
    shared_->unfinished.store(threads_ - 1, std::memory_order_relaxed);
    shared_->round.fetch_add(1, std::memory_order_release);
    shared_->round.notify_all();
    task(0, slice_begin(1, count));
    for (int left; (left = shared_->unfinished.load(std::memory_order_acquire)) != 0;) {
      wait_for_change(shared_->unfinished, left);
    }
  }

 private:
  static constexpr int kSpinsPerCheck = 64;
  static constexpr std::chrono::microseconds kSpinTime{100};

  struct Shared {
    std::atomic<unsigned> round{0};
    std::atomic<int> unfinished{0};
    const Task* task = nullptr;  // null: the workers return
    int count = 0;
    pid_t process = getpid();
    std::vector<std::thread> workers;
  };

  // Waking a thread takes longer than a small step, so a waiting thread spins for a while before it
  // sleeps.
  template <class Number>
  static void wait_for_change(const std::atomic<Number>& number, Number from) {
    const auto begun = std::chrono::steady_clock::now();
    do {
      for (int i = 0; i < kSpinsPerCheck; ++i) {
        if (number.load(std::memory_order_acquire) != from) return;
        pause();
      }
    } while (std::chrono::steady_clock::now() - begun < kSpinTime);
    number.wait(from, std::memory_order_acquire);
  }

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  int slice_begin(int thread, int count) const {
    return static_cast<int>(static_cast<std::int64_t>(count) * thread / threads_);
  }

  // Starts the workers when they are first needed, and again in a forked process, which has none of
  // its parent's threads.
  void start() {
    if (shared_ != nullptr && shared_->process == getpid()) return;
    stop();
    shared_ = std::make_unique<Shared>();
    for (int thread = 1; thread < threads_; ++thread) {
      shared_->workers.emplace_back(
          [this, thread, shared = shared_.get()] { run_worker(*shared, thread); });
    }
  }

  void run_worker(Shared& shared, int thread) const {
    for (unsigned seen = 0;;) {
      wait_for_change(shared.round, seen);
      seen = shared.round.load(std::memory_order_acquire);
      if (shared.task == nullptr) return;
      (*shared.task)(slice_begin(thread, shared.count), slice_begin(thread + 1, shared.count));
      if (shared.unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        shared.unfinished.notify_one();
      }
    }
  }

  void stop() {
    if (shared_ == nullptr) return;
    if (shared_->process != getpid()) {
      // The threads are the parent's: they cannot be joined here, and a joinable thread object must
      // not be destroyed.
      static_cast<void>(shared_.release());
      return;
    }
    shared_->task = nullptr;
    shared_->round.fetch_add(1, std::memory_order_release);
    shared_->round.notify_all();
    for (std::thread& worker : shared_->workers) worker.join();
    shared_.reset();
  }

  int threads_;
  std::unique_ptr<Shared> shared_;
};

}  // namespace gemgrove
