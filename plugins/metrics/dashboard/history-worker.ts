import { type Question, workOut } from './build-history.ts'
import { type PackedHistory, pack } from './packed-history.ts'

/** What this thread is asked, and what it says; `id` tells which answer belongs to what. */
export interface Asked {
  readonly id: number
  readonly question: Question
}
export type Said = { readonly id: number } & ({ readonly result: PackedHistory } | { readonly failed: string })

function answer({ id, question }: Asked) {
  try {
    const { packed, buffers } = pack(workOut(question))
    postMessage({ id, result: packed } satisfies Said, { transfer: [...buffers] })
  } catch (error) {
    postMessage({ id, failed: String(error) } satisfies Said)
  }
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => answer(data))
