interface Turn {
  readonly place: Element
  /** once all that is not patient is done */
  readonly patient: boolean
}

const waiting = new Map<() => void, Turn>()

type Rank = readonly [patient: boolean, away: number, top: number]

/** What is drawn is before what is only heard, what is in sight before the rest, and what is above before what is below. */
function rankOf({ place, patient }: Turn): Rank {
  const { top, bottom } = place.getBoundingClientRect()
  return [patient, Math.max(0, -bottom, top - window.innerHeight), top]
}

function isBefore(a: Rank, b: Rank): boolean {
  const at = a.findIndex((value, i) => value !== b[i])
  return at >= 0 && Number(a[at]) < Number(b[at])
}

function chosen(): (() => void) | undefined {
  let best: { act: () => void; rank: Rank } | undefined
  for (const [act, turn] of waiting) {
    const rank = rankOf(turn)
    if (!best || isBefore(rank, best.rank)) best = { act, rank }
  }
  return best?.act
}

let isAsked = false

function turn() {
  const act = chosen()
  if (act) waiting.delete(act)
  isAsked = waiting.size > 0
  // before it acts: one that fails must not hold up the others
  if (isAsked) requestAnimationFrame(turn)
  act?.()
}

/**
 * Runs `act` in an animation frame of its own, so that a page answers while its charts are drawn. Gives a function that
 * calls it off.
 */
export function queueDraw(place: Element, act: () => void, { patient = false } = {}): () => void {
  waiting.set(act, { place, patient })
  if (!isAsked) {
    isAsked = true
    // the first frame is for what else of the page has changed
    requestAnimationFrame(() => requestAnimationFrame(turn))
  }
  return () => waiting.delete(act)
}
