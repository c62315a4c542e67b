/// A thread for tasks that prefer it, one after the other, where the concurrency runtime would use libdispatch's pool. That pool wakes a thread
/// every second from its first use on (its monitor of blocked workers), which a daemon that has nothing to do must not.
public final class TaskThread: TaskExecutor {
    private let executor: ThreadExecutor

    /// Starts the thread.
    /// - Parameter name: shows in `top -H`, its first 15 bytes.
    /// - Throws: if the system has no more threads or descriptors.
    public init(name: String) throws(SystemError) { executor = try ThreadExecutor(name: name) }

    /// Tasks run on the thread of an executor of actors, in order with its other work.
    public init(_ executor: ThreadExecutor) { self.executor = executor }

    /// Queues a job of a task that prefers this thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        executor.post { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
