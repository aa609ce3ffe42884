import { ApiError } from '@svc/dashboard-sdk'
import { startTransition, useEffect, useRef, useState } from 'react'
import type { Question } from './build-history.ts'
import type { Asked, Said } from './history-worker.ts'
import type { PackedHistory } from './packed-history.ts'

/** A question and what became of it. */
type Known = { readonly question: Question; readonly result?: PackedHistory; readonly failure?: ApiError }

/** Works out `question` in a thread of its own; the answer of an older question is none. `again` tries once more. */
export function useWorkedOut(question: Question | undefined): Omit<Known, 'question'> & { again: () => void } {
  const [known, setKnown] = useState<Known>()
  const [attempt, setAttempt] = useState(0)
  const worker = useRef<Worker>(undefined)
  const last = useRef(0)
  useEffect(() => () => worker.current?.terminate(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when one wants to try again
  useEffect(() => {
    if (!question) return
    const failed = (reason: string) => setKnown({ question, failure: new ApiError(0, 'BAD_ANSWER', reason) })
    const thread =
      worker.current ?? new Worker(new URL('./history-worker.ts', import.meta.url), { type: 'module', name: 'history' })
    worker.current = thread
    const id = ++last.current
    const hear = ({ data }: MessageEvent<Said>) => {
      if (data.id !== id) return
      // many charts are made of it, which need not be at once
      if ('result' in data) startTransition(() => setKnown({ question, result: data.result }))
      else failed(data.failed)
    }
    // its code could not be fetched, or it ran out of memory
    const lose = () => {
      thread.terminate()
      worker.current = undefined
      failed('the history could not be read')
    }
    thread.addEventListener('message', hear)
    thread.addEventListener('error', lose)
    thread.postMessage({ id, question } satisfies Asked)
    return () => {
      thread.removeEventListener('message', hear)
      thread.removeEventListener('error', lose)
    }
  }, [question, attempt])
  const again = () => setAttempt(attempt + 1)
  return known?.question === question ? { ...known, again } : { again }
}
