import { useSyncExternalStore } from 'react'

/** What starts the dashboard; absent in development, where the page follows its sources. */
const startOf = (page: Document) => page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src')

/** milliseconds */
const lookEvery = 10_000
const idle = 60_000

const started = startOf(document)
const listeners = new Set<() => void>()
let isThere = false

/** Asks those who keep a tab from being closed while something is not saved, and looks for a form that is open. */
const hasSomethingToLose = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true })) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** A page that nobody touches, on a wall for instance, takes the new build by itself. */
function reloadWhenIdle() {
  let touched = performance.now()
  const touch = () => {
    touched = performance.now()
  }
  for (const event of ['pointerdown', 'keydown', 'wheel']) window.addEventListener(event, touch, { passive: true })
  setInterval(() => {
    if (performance.now() - touched >= idle && !hasSomethingToLose()) window.location.reload()
  }, lookEvery)
}

/** Finds out whether the server has another build of the dashboard than the one that runs here. */
export async function lookForNewBuild(): Promise<void> {
  if (isThere || !started) return
  const answer = await fetch('/', { cache: 'no-store' })
  if (!answer.ok) return
  const offered = startOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  if (!offered || offered === started || isThere) return
  isThere = true
  reloadWhenIdle()
  for (const notify of listeners) notify()
}

const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Whether the server has another build of the dashboard than the one that runs here. */
export const useNewBuild = (): boolean => useSyncExternalStore(subscribe, () => isThere)
