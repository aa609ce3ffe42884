import { isMessage, RequestError, type Written } from '@svc/agent-sdk'
import { decodeContent, encodeContent } from '@svc/plugin-terminal/end-to-end'
import { TerminalApproval, type TerminalInput, TerminalResize } from '@svc/plugin-terminal/wire'
import type { challengeSession } from './passkeys/approval.ts'

/** The size of the terminal. */
interface Size {
  readonly rows: number
  readonly cols: number
}

/** What a session says to its page and hears from it. */
export interface Channel {
  ready(): Promise<void>
  send(data: Buffer): Promise<void>
  /** bytes of the keyboard, and sizes */
  readonly input: AsyncIterable<Uint8Array | Size>
}

type Message = typeof TerminalInput | typeof TerminalResize | typeof TerminalApproval

interface Stream extends AsyncIterable<Written<Message>> {
  ready(payload: {
    paced: boolean
    challenge?: Awaited<ReturnType<typeof challengeSession>>['challenge']
  }): Promise<void>
  send(payload: { data: string }): Promise<void>
}

const bytesOf = ({ payload }: Written<typeof TerminalInput>) => Buffer.from(payload.data, 'base64')

export const plainChannel = (stream: Stream): Channel => ({
  ready: () => stream.ready({ paced: true }),
  send: (data) => stream.send({ data: data.toString('base64') }),
  input: (async function* () {
    for await (const written of stream) {
      if (isMessage(written, TerminalResize)) yield written.payload
      else if (!isMessage(written, TerminalApproval)) yield bytesOf(written)
    }
  })(),
})

/** Waits for the approval of the session. From then on the server relays what it cannot read. */
export async function lockedChannel(
  stream: Stream,
  { challenge, approve }: Awaited<ReturnType<typeof challengeSession>>,
  signal: AbortSignal,
): Promise<Channel> {
  await stream.ready({ paced: true, challenge })
  const written = stream[Symbol.asyncIterator]()
  const { value: first } = await Promise.race([written.next(), aborted(signal)])
  if (!first || !isMessage(first, TerminalApproval)) {
    throw new RequestError('invalid', 'this host accepts input of approved sessions only')
  }
  const { reader, writer } = await approve(first.payload)
  const send = async (content: Parameters<typeof encodeContent>[0]) => {
    const frame = await writer.seal(encodeContent(content))
    await stream.send({ data: Buffer.from(frame).toString('base64') })
  }
  return {
    ready: () => send({ kind: 'ready' }),
    send: (data) => send({ kind: 'data', data }),
    input: (async function* () {
      for await (const next of { [Symbol.asyncIterator]: () => written }) {
        if (isMessage(next, TerminalResize) || isMessage(next, TerminalApproval)) {
          throw new RequestError('invalid', `unencrypted ${next.message.type}`)
        }
        const contents = await reader.open(bytesOf(next)).then((frames) => frames.map(decodeContent), refuse)
        for (const content of contents) {
          if (content.kind === 'data') yield content.data
          else if (content.kind === 'resize') yield content
        }
      }
    })(),
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

function refuse(error: unknown): never {
  throw new RequestError('invalid', 'the input was changed, repeated or left out on its way', { cause: error })
}
