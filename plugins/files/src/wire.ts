import { type Static, Type } from '@sinclair/typebox'
import {
  bytes,
  defineMessage,
  defineRequest,
  defineStream,
  nullable,
  nullish,
  optional,
  str,
  u64,
  unixSeconds,
} from '@svc/protocol'

/** The feature of an agent that knows what this file marks as ours. Peers do not report it. */
export const filesExtrasFeature = 'file_extras'

/** Bytes per chunk, and of a text that is read or written at once. */
export const chunkBytes = 393_216
/** The reason that peers send and expect when the agent does not serve files. */
export const filesDisabled = 'File capability disabled'

/**
 * Ours, beside `error`: why it failed. `denied` by the policy of the host, `not_found`, `conflict` if the file is not the
 * expected one or must not be replaced, `invalid` for a path that cannot be, otherwise `failed`.
 */
const failure = { error: nullish(str()), code: nullish(str()) }

export const FileEntry = Type.Object({
  name: str(),
  /** absolute */
  path: str(),
  file_type: Type.Union([Type.Literal('File'), Type.Literal('Directory'), Type.Literal('Symlink')]),
  /** bytes */
  size: u64(),
  /** 0 if unknown */
  modified: unixSeconds(),
  /** nine characters such as `rw-r-----`; null, as owner and group, where the system has none */
  permissions: nullable(str()),
  /** name, or number without a name */
  owner: nullable(str()),
  group: nullable(str()),
  /** ours: where a link leads, as it is written in it */
  target: nullish(str()),
  /** ours: the policy of the host refuses it */
  denied: optional(Type.Boolean()),
})
export type FileEntry = Static<typeof FileEntry>

const request = { msg_id: str() }
const transfer = { transfer_id: str() }

/** Server to agent. `offset` and `limit` are ours: a part of a long list. */
export const FileList = defineMessage('file_list', {
  ...request,
  path: str(),
  offset: nullish(u64()),
  limit: nullish(u64()),
})
/** Agent to server: directories first, then by name. `total` is ours: entries of the whole list. */
export const FileListResult = defineMessage('file_list_result', {
  ...request,
  path: str(),
  entries: Type.Array(FileEntry),
  total: nullish(u64()),
  ...failure,
})
/** Server to agent. */
export const FileStat = defineMessage('file_stat', { ...request, path: str() })
/** Agent to server. */
export const FileStatResult = defineMessage('file_stat_result', { ...request, entry: nullable(FileEntry), ...failure })
/** Server to agent. */
export const FileRead = defineMessage('file_read', { ...request, path: str(), max_size: u64() })
/** Agent to server. `content` is base64; `modified` and `sha256` (hexadecimal) are ours and name the version that was read. */
export const FileReadResult = defineMessage('file_read_result', {
  ...request,
  content: nullable(str()),
  modified: nullish(unixSeconds()),
  sha256: nullish(str()),
  ...failure,
})
/**
 * Server to agent. `content` is base64. Ours: it fails with `conflict` unless the file has this hash, or, if it is empty, if
 * the file exists. Without it whatever is there is replaced.
 */
export const FileWrite = defineMessage('file_write', {
  ...request,
  path: str(),
  content: str(),
  expected_sha256: nullish(str()),
})
/** Server to agent. */
export const FileDelete = defineMessage('file_delete', { ...request, path: str(), recursive: Type.Boolean() })
/** Server to agent. Parents are created. */
export const FileMkdir = defineMessage('file_mkdir', { ...request, path: str() })
/** Server to agent. Ours: whether an existing file is replaced; peers always do. */
export const FileMove = defineMessage('file_move', {
  ...request,
  from: str(),
  to: str(),
  overwrite: nullish(Type.Boolean()),
})
/** Agent to server: the reply to write, delete, mkdir and move. */
export const FileOpResult = defineMessage('file_op_result', { ...request, success: Type.Boolean(), ...failure })

/**
 * Server to agent. Ours: `offset` continues an interrupted download of `version`;
 * `archive` sends a directory as a tar file; `follow` goes on with what is appended, as `tail -f` does.
 */
export const FileDownloadStart = defineMessage('file_download_start', {
  ...transfer,
  path: str(),
  offset: nullish(u64()),
  version: nullish(str()),
  archive: nullish(Type.Boolean()),
  follow: nullish(Type.Boolean()),
})
/** Agent to server. Bytes; ours: null if they are not known before the end. `version` names the content for a continuation. */
export const FileDownloadReady = defineMessage('file_download_ready', {
  ...transfer,
  size: nullable(u64()),
  version: nullish(str()),
})
/** Agent to server. */
export const FileDownloadChunk = defineMessage('file_download_chunk', { ...transfer, offset: u64(), data: bytes() })
/** Agent to server. Ours: SHA-256 of everything from `offset` on, hexadecimal. */
export const FileDownloadEnd = defineMessage('file_download_end', { ...transfer, sha256: nullish(str()) })
/** Agent to server. */
export const FileDownloadError = defineMessage('file_download_error', {
  ...transfer,
  error: str(),
  code: nullish(str()),
})
/** Server to agent. */
export const FileDownloadCancel = defineMessage('file_download_cancel', transfer)

/** Server to agent. Ours: whether an existing file is replaced; `resume` continues what this transfer left. */
export const FileUploadStart = defineMessage('file_upload_start', {
  ...transfer,
  path: str(),
  size: u64(),
  overwrite: nullish(Type.Boolean()),
  resume: nullish(Type.Boolean()),
})
/** Server to agent. */
export const FileUploadChunk = defineMessage('file_upload_chunk', { ...transfer, offset: u64(), data: bytes() })
/** Agent to server: the bytes that it has, in response to the start, and to each chunk of a peer. */
export const FileUploadAck = defineMessage('file_upload_ack', { ...transfer, offset: u64() })
/** Server to agent. Ours: SHA-256 of the whole file, hexadecimal. */
export const FileUploadEnd = defineMessage('file_upload_end', { ...transfer, sha256: nullish(str()) })
/** Agent to server. */
export const FileUploadComplete = defineMessage('file_upload_complete', transfer)
/** Agent to server. */
export const FileUploadError = defineMessage('file_upload_error', { ...transfer, error: str(), code: nullish(str()) })
/** Server to agent. Ours: remove what was uploaded. */
export const FileUploadCancel = defineMessage('file_upload_cancel', transfer)

const policy = { capability: 'file', denied: filesDisabled, callerAudits: true } as const
const operation = { ...policy, id: 'msg_id' } as const
const refused = (error: string) => ({ success: false, error })

export const listFiles = defineRequest({
  ...operation,
  request: FileList,
  reply: FileListResult,
  errorReply: (error, { path }) => ({ path, entries: [], error }),
})
export const statFile = defineRequest({
  ...operation,
  request: FileStat,
  reply: FileStatResult,
  errorReply: (error) => ({ entry: null, error }),
})
export const readFile = defineRequest({
  ...operation,
  request: FileRead,
  reply: FileReadResult,
  errorReply: (error) => ({ content: null, error }),
})
export const writeFile = defineRequest({ ...operation, request: FileWrite, reply: FileOpResult, errorReply: refused })
export const deleteFile = defineRequest({ ...operation, request: FileDelete, reply: FileOpResult, errorReply: refused })
export const makeDirectory = defineRequest({
  ...operation,
  request: FileMkdir,
  reply: FileOpResult,
  errorReply: refused,
})
export const moveFile = defineRequest({ ...operation, request: FileMove, reply: FileOpResult, errorReply: refused })

export const downloadFile = defineStream({
  ...policy,
  id: 'transfer_id',
  open: FileDownloadStart,
  ready: FileDownloadReady,
  chunk: FileDownloadChunk,
  end: FileDownloadEnd,
  error: FileDownloadError,
  cancel: FileDownloadCancel,
})
export const uploadFile = defineStream({
  ...policy,
  id: 'transfer_id',
  open: FileUploadStart,
  ready: FileUploadAck,
  write: [FileUploadChunk],
  ack: FileUploadAck,
  finish: FileUploadEnd,
  end: FileUploadComplete,
  error: FileUploadError,
  cancel: FileUploadCancel,
})
