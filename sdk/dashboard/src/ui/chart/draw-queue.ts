interface Task {
  readonly element: Element
  /** runs after all tasks of normal priority */
  readonly lowPriority: boolean
}

const queue = new Map<() => void, Task>()

type Rank = readonly [lowPriority: boolean, distance: number, top: number]

/** Normal priority first, then by distance to the viewport, then from top to bottom. */
function rankOf({ element, lowPriority }: Task): Rank {
  const { top, bottom } = element.getBoundingClientRect()
  return [lowPriority, Math.max(0, -bottom, top - window.innerHeight), top]
}

function isBefore(a: Rank, b: Rank): boolean {
  const at = a.findIndex((value, i) => value !== b[i])
  return at >= 0 && Number(a[at]) < Number(b[at])
}

function nextTask(): (() => void) | undefined {
  let best: { act: () => void; rank: Rank } | undefined
  for (const [act, task] of queue) {
    const rank = rankOf(task)
    if (!best || isBefore(rank, best.rank)) best = { act, rank }
  }
  return best?.act
}

let isScheduled = false

function runNext() {
  const act = nextTask()
  if (act) queue.delete(act)
  isScheduled = queue.size > 0
  // schedule before running: an error must not block the others
  if (isScheduled) requestAnimationFrame(runNext)
  act?.()
}

/** Runs `act` in its own animation frame, so that the page stays responsive while charts are drawn. Returns a cancel function. */
export function queueDraw(element: Element, act: () => void, { lowPriority = false } = {}): () => void {
  queue.set(act, { element, lowPriority })
  if (!isScheduled) {
    isScheduled = true
    // leave the first frame to other changes of the page
    requestAnimationFrame(() => requestAnimationFrame(runNext))
  }
  return () => queue.delete(act)
}
