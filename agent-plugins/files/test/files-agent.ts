import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import {
  FileDelete,
  FileDownloadChunk,
  FileDownloadEnd,
  FileDownloadError,
  FileDownloadReady,
  FileDownloadStart,
  FileList,
  FileListResult,
  FileMkdir,
  FileMove,
  FileOpResult,
  FileRead,
  FileReadResult,
  FileStat,
  FileStatResult,
  FileUploadAck,
  FileUploadChunk,
  FileUploadComplete,
  FileUploadEnd,
  FileUploadError,
  FileUploadStart,
  FileWrite,
} from '@svc/plugin-files/wire'
import type { MessageDef, Payload } from '@svc/protocol'
import plugin from '../src/index.ts'

type Fields<M extends MessageDef> = Omit<Payload<M>, 'msg_id' | 'transfer_id'>
/** The outcome of an operation: `ok`, or the code of the failure. */
export type Outcome = string

/** The outcome of a download: its content, or the failure. */
export interface Downloaded {
  readonly code?: string | null
  readonly error?: string
  readonly size?: number | null
  readonly version?: string | null
  readonly content?: Buffer
  /** of the first chunk */
  readonly offset?: number
  readonly sha256?: string | null
}

const base64 = (text: string | Buffer) => Buffer.from(text as string).toString('base64')

/** An agent that serves files, and the operations that a server may ask it for. */
export async function startFilesAgent(file: Readonly<Record<string, unknown>>) {
  const agent: TestAgent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['file'] }],
    allow: ['file'],
    config: { file: { enabled: true, ...file } },
    reportInterval: 60,
    timing: { wait: () => 10 },
  })
  const { server } = agent
  let id = 0

  async function request<M extends MessageDef, R extends MessageDef>(message: M, fields: Fields<M>, reply: R) {
    id += 1
    server.send(message, { msg_id: `${id}`, ...fields } as unknown as Payload<M>)
    return server.next(reply)
  }
  /** The first of several messages. */
  async function first<A extends MessageDef, B extends MessageDef>(a: A, b: B) {
    for (;;) {
      if (server.queued(a)) return { ok: (await server.next(a)) as Payload<A> }
      if (server.queued(b)) return { failed: (await server.next(b)) as Payload<B> }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const change = async (message: MessageDef, fields: object): Promise<Outcome> => {
    const { success, code } = await request(message, fields as never, FileOpResult)
    return success ? 'ok' : (code ?? 'failed')
  }

  return {
    agent,
    server,
    list: (path: string, part: { offset?: number; limit?: number } = {}) =>
      request(FileList, { path, ...part }, FileListResult),
    stat: (path: string) => request(FileStat, { path }, FileStatResult),
    read: (path: string, max_size = 393_216) => request(FileRead, { path, max_size }, FileReadResult),
    write: (path: string, content: string | Buffer, expected_sha256?: string) =>
      change(FileWrite, { path, content: base64(content), expected_sha256 }),
    writeRaw: (path: string, content: string) => change(FileWrite, { path, content }),
    remove: (path: string, recursive = false) => change(FileDelete, { path, recursive }),
    mkdir: (path: string) => change(FileMkdir, { path }),
    move: (from: string, to: string, overwrite?: boolean) => change(FileMove, { from, to, overwrite }),

    async download(path: string, options: Partial<Fields<typeof FileDownloadStart>> = {}): Promise<Downloaded> {
      id += 1
      const transfer_id = `d${id}`
      server.send(FileDownloadStart, { transfer_id, path, ...options })
      const opened = await first(FileDownloadReady, FileDownloadError)
      if (opened.failed) return { code: opened.failed.code, error: opened.failed.error }
      const ended = await first(FileDownloadEnd, FileDownloadError)
      const chunks: Buffer[] = []
      let offset: number | undefined
      while (server.queued(FileDownloadChunk)) {
        const chunk = await server.next(FileDownloadChunk)
        offset ??= chunk.offset
        chunks.push(Buffer.from(chunk.data))
      }
      if (ended.failed) return { code: ended.failed.code, error: ended.failed.error }
      return { ...opened.ok, content: Buffer.concat(chunks), offset, sha256: ended.ok?.sha256 }
    },

    /** Begins an upload. */
    async begin(transfer_id: string, path: string, size: number, options: object = {}) {
      server.send(FileUploadStart, { transfer_id, path, size, ...options })
      return first(FileUploadAck, FileUploadError)
    },
    async chunk(transfer_id: string, offset: number, data: string | Buffer) {
      server.send(FileUploadChunk, { transfer_id, offset, data: Buffer.from(data as string) })
      return first(FileUploadAck, FileUploadError)
    },
    async finish(transfer_id: string, sha256?: string) {
      server.send(FileUploadEnd, { transfer_id, sha256 })
      return first(FileUploadComplete, FileUploadError)
    },
    async upload(path: string, content: string | Buffer, options: object = {}): Promise<Outcome> {
      id += 1
      const bytes = Buffer.from(content as string)
      const begun = await this.begin(`u${id}`, path, bytes.length, options)
      if (begun.failed) return begun.failed.code ?? 'failed'
      const sent = bytes.length ? await this.chunk(`u${id}`, 0, bytes) : undefined
      if (sent?.failed) return sent.failed.code ?? 'failed'
      const { failed } = await this.finish(`u${id}`)
      return failed ? (failed.code ?? 'failed') : 'ok'
    },
    close: () => agent.close(),
  }
}

export type FilesAgent = Awaited<ReturnType<typeof startFilesAgent>>
