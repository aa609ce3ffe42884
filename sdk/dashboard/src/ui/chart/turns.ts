interface Turn {
  readonly place: Element
  /** once all that is not patient is done */
  readonly patient: boolean
}

const waiting = new Map<() => void, Turn>()

/** CSS pixels that are missing to see it. */
function away(place: Element): number {
  const { top, bottom } = place.getBoundingClientRect()
  return Math.max(0, -bottom, top - window.innerHeight)
}

/** What is next: what is drawn before what is only heard, what is in sight before the rest. */
function chosen(): (() => void) | undefined {
  let best: { act: () => void; patient: boolean; distance: number } | undefined
  for (const [act, { place, patient }] of waiting) {
    if (best && patient && !best.patient) continue
    const distance = away(place)
    if (!best || (best.patient && !patient) || distance < best.distance) best = { act, patient, distance }
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
export function inTurn(place: Element, act: () => void, { patient = false } = {}): () => void {
  waiting.set(act, { place, patient })
  if (!isAsked) {
    isAsked = true
    // the first frame is for what else of the page has changed
    requestAnimationFrame(() => requestAnimationFrame(turn))
  }
  return () => waiting.delete(act)
}
