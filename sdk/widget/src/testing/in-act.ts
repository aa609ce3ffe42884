import { act } from 'react'

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }

/** Lets a change reach what is rendered before the test goes on, whatever renders it. */
export function inAct(change: () => void): void {
  const before = environment.IS_REACT_ACT_ENVIRONMENT
  environment.IS_REACT_ACT_ENVIRONMENT = true
  try {
    act(change)
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = before
  }
}
