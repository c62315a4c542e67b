internal import CLibcurl
internal import Glibc

/// A file transfer over HTTPS.
final class WebTransfer {
    /// The result of a transfer.
    enum Outcome: Equatable {
        case complete
        /// The file has more bytes than the limit.
        case tooLarge
        /// The received bytes could not be stored, with the errno.
        case notStored(Int32)
        /// The server cannot resume where an earlier transfer ended.
        case notResumed
        /// The file or the server does not exist; `reason` describes the error.
        case refused(String)
        /// The transfer was interrupted and may be resumed, with the reason.
        case interrupted(String)
    }

    let address: String
    /// The number of bytes received, including earlier transfers.
    private(set) var received: Int

    private let limit: Int
    private let store: (UnsafeRawBufferPointer) -> Int32
    private var failure: Outcome?
    fileprivate let handle: UnsafeMutableRawPointer
    private let message: UnsafeMutablePointer<CChar>

    /// The maximum number of redirects.
    private static let redirections = 5
    /// The timeout in seconds for connecting, and for a transfer rate that stays below `slowest`.
    private static let patience = 30
    /// The transfer rate in bytes per second below which a transfer times out.
    private static let slowest = 10

    /// Prepares a transfer.
    ///
    /// - Parameters:
    ///   - start: the number of bytes received in earlier transfers.
    ///   - limit: the maximum size of the file in bytes.
    ///   - store: stores the next bytes; returns 0 or an errno.
    init?(_ address: String, from start: Int = 0, limit: Int, store: @escaping (UnsafeRawBufferPointer) -> Int32) {
        guard WebTransfers.isReady, let handle = curl_easy_init() else { return nil }
        self.address = address
        self.limit = limit
        self.store = store
        self.handle = handle
        received = start
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        // every one of these options is required for the intended transfer
        guard configure(start: start) else { return nil }
    }

    deinit {
        curl_easy_cleanup(handle)
        message.deallocate()
    }

    private func configure(start: Int) -> Bool {
        // plain HTTP is allowed only for this machine (RepositorySource), and never after a redirect
        let protocols = address.hasPrefix("https://") ? "https" : "http"
        let texts: [(CURLoption, String?)] = [
            (CURLOPT_URL, address), (CURLOPT_PROTOCOLS_STR, protocols), (CURLOPT_REDIR_PROTOCOLS_STR, "https"),
            (CURLOPT_USERAGENT, "inkctl"), (CURLOPT_CAINFO, Folders.variable("CURL_CA_BUNDLE") ?? Folders.variable("SSL_CERT_FILE")),
        ]
        for case (let option, let text?) in texts where inkd_curl_set_text(handle, option, text) != CURLE_OK { return false }
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_FAILONERROR, 1), (CURLOPT_FOLLOWLOCATION, protocols == "https" ? 1 : 0), (CURLOPT_MAXREDIRS, Self.redirections),
            (CURLOPT_CONNECTTIMEOUT, Self.patience), (CURLOPT_LOW_SPEED_TIME, Self.patience), (CURLOPT_LOW_SPEED_LIMIT, Self.slowest),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
        ]
        for (option, number) in numbers where inkd_curl_set_number(handle, option, number) != CURLE_OK { return false }
        let writer: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            bytes, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<WebTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        return inkd_curl_set_size(handle, CURLOPT_RESUME_FROM_LARGE, curl_off_t(start)) == CURLE_OK
            && inkd_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, message) == CURLE_OK
            && inkd_curl_set_writer(handle, writer, Unmanaged.passUnretained(self).toOpaque()) == CURLE_OK
    }

    /// - Returns: false to end the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limit - received else {
            failure = .tooLarge
            return false
        }
        let code = store(bytes)
        guard code == 0 else {
            failure = .notStored(code)
            return false
        }
        received += bytes.count
        return true
    }

    fileprivate func outcome(of code: CURLcode) -> Outcome {
        if let failure { return failure }
        let text = String(cString: message)
        let reason = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        switch code {
        case CURLE_OK: return .complete
        case CURLE_RANGE_ERROR: return .notResumed
        case CURLE_HTTP_RETURNED_ERROR:
            let status = inkd_curl_status(handle)
            // 416: the file has no bytes beyond those received
            if status == 416 { return .notResumed }
            return status == 408 || status == 429 || status >= 500 ? .interrupted(reason) : .refused(reason)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_OPERATION_TIMEDOUT, CURLE_GOT_NOTHING, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            return .interrupted(reason)
        default: return .refused(reason)
        }
    }
}

/// Concurrent transfers on the calling thread.
final class WebTransfers {
    /// The maximum number of concurrent transfers.
    private static let atOnce = 4

    /// Whether libcurl can be used.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let handle: UnsafeMutableRawPointer
    private var waiting: [WebTransfer] = []
    private var running: [UnsafeMutableRawPointer: WebTransfer] = [:]

    init?() {
        guard Self.isReady, let handle = curl_multi_init() else { return nil }
        self.handle = handle
    }

    deinit {
        for transfer in running.values { curl_multi_remove_handle(handle, transfer.handle) }
        curl_multi_cleanup(handle)
    }

    /// Runs transfers, and returns when all have ended.
    ///
    /// - Parameter ended: handles a transfer that has ended; returns a transfer to run in its place.
    func run(_ transfers: [WebTransfer], ended: (WebTransfer, WebTransfer.Outcome) -> WebTransfer?) {
        waiting = transfers.reversed()
        while true {
            while running.count < Self.atOnce, let next = waiting.popLast() { begin(next, ended) }
            guard !running.isEmpty else { return }
            var count: Int32 = 0
            guard curl_multi_perform(handle, &count) == CURLM_OK else { return giveUp(ended) }
            var code = CURLE_OK
            while let done = inkd_curl_next_ended(handle, &code) {
                guard let transfer = running.removeValue(forKey: done) else { continue }
                curl_multi_remove_handle(handle, done)
                if let next = ended(transfer, transfer.outcome(of: code)) { waiting.append(next) }
            }
            if Int(count) == running.count, count > 0 { curl_multi_poll(handle, nil, 0, 1000, nil) }
        }
    }

    private func begin(_ transfer: WebTransfer, _ ended: (WebTransfer, WebTransfer.Outcome) -> WebTransfer?) {
        guard curl_multi_add_handle(handle, transfer.handle) == CURLM_OK else {
            _ = ended(transfer, .refused("libcurl accepts no more transfers"))
            return
        }
        running[transfer.handle] = transfer
    }

    private func giveUp(_ ended: (WebTransfer, WebTransfer.Outcome) -> WebTransfer?) {
        for transfer in running.values {
            curl_multi_remove_handle(handle, transfer.handle)
            _ = ended(transfer, .interrupted("libcurl failed"))
        }
        running = [:]
        for transfer in waiting { _ = ended(transfer, .interrupted("libcurl failed")) }
        waiting = []
    }
}
