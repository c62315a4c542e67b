internal import CWayland
internal import Glibc
internal import System

/// A buffer of pixels that this process and the compositor share (wl_buffer of wl_shm): premultiplied ARGB, transparent at the beginning.
final class ShmBuffer {
    let proxy: OpaquePointer
    /// Whether the compositor may be reading the buffer.
    private(set) var isBusy = false
    /// The area in which the buffer differs from the canvas.
    var stale = PixelArea.empty
    private let width: Int
    private let height: Int
    private let size: Int
    private let memory: UnsafeMutableRawPointer
    // allocated, because the C library stores the address of the listener
    private let listener: UnsafeMutablePointer<wl_buffer_listener>

    /// The maximum width and height, which no output exceeds.
    private static let limit = 1 << 15

    /// Creates a buffer; nil if there is no memory for it, or the size is invalid.
    init?(width: Int, height: Int, shm: OpaquePointer) {
        guard (1...Self.limit).contains(width), (1...Self.limit).contains(height) else { return nil }
        (self.width, self.height) = (width, height)
        size = 4 * width * height
        // the file may be closed afterwards, because the compositor has its own descriptor of the file's memory
        guard size <= Int32.max, let file = try? Descriptor(inMemory: "inkd-overlay"), ftruncate(file.number, size) == 0,
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), memory != MAP_FAILED
        else { return nil }
        self.memory = memory
        guard let pool = wl_shm_create_pool(shm, file.number, Int32(size)),
            let proxy = wl_shm_pool_create_buffer(
                pool, 0, Int32(width), Int32(height), Int32(4 * width), UInt32(WL_SHM_FORMAT_ARGB8888.rawValue))
        else {
            munmap(memory, size)
            return nil
        }
        wl_shm_pool_destroy(pool)
        self.proxy = proxy
        listener = .allocate(capacity: 1)
        listener.initialize(
            to: wl_buffer_listener(release: { context, _ in
                guard let context else { return }
                Unmanaged<ShmBuffer>.fromOpaque(context).takeUnretainedValue().isBusy = false
            }))
        wl_buffer_add_listener(proxy, listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        wl_buffer_destroy(proxy)
        munmap(memory, size)
        listener.deallocate()
    }

    /// Attaches the buffer to a surface. The compositor may read the buffer from the next commit until it releases the buffer.
    func attach(to surface: OpaquePointer) {
        isBusy = true
        wl_surface_attach(surface, proxy, 0, 0)
    }

    /// Updates the stale area from the canvas; pixels outside of the canvas become transparent.
    func update(from canvas: InkCanvas) {
        let part = stale.intersection(PixelArea(left: 0, top: 0, right: width, bottom: height))
        stale = .empty
        let source = canvas.pixels
        for row in part.top..<max(part.top, part.bottom) {
            let line = PixelArea(left: part.left, top: row, right: part.right, bottom: row + 1)
            let inside = line.intersection(canvas.area)
            let target = memory + 4 * (row * width + part.left)
            if inside != line { memset(target, 0, 4 * part.width) }
            guard !inside.isEmpty else { continue }
            let start = (row - canvas.area.top) * canvas.stride + 4 * (inside.left - canvas.area.left)
            let bytes = UnsafeRawBufferPointer(rebasing: source[start..<start + 4 * inside.width])
            UnsafeMutableRawBufferPointer(start: target + 4 * (inside.left - part.left), count: bytes.count).copyMemory(from: bytes)
        }
    }
}
