// Who speaks inkd's protocol needs Varlink's words for it as well: calls, replies, JSON, queues.
@_exported public import Varlink
