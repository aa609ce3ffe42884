import { act } from 'react'

/** Lets a change reach what is rendered before the test goes on, where the renderer of the test wants to be told. */
export function inAct(change: () => void): void {
  if ((globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT) act(change)
  else change()
}
