import { act } from 'react'

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }

/** Runs a change inside React's `act`, with any test renderer. */
export function inAct(change: () => void): void {
  const before = environment.IS_REACT_ACT_ENVIRONMENT
  environment.IS_REACT_ACT_ENVIRONMENT = true
  try {
    act(change)
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = before
  }
}
