import { useSyncExternalStore } from 'react'

/** The entry script of a page; undefined in development, where Vite updates the page itself. */
const entryScriptOf = (page: Document) =>
  page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src')

const idleCheckMs = 10_000
const idleMs = 60_000

const ownEntryScript = entryScriptOf(document)
const listeners = new Set<() => void>()
let hasNewBuild = false

/** Whether a `beforeunload` handler reports unsaved changes, or a dialog is open. */
const hasSomethingToLose = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true })) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Reloads the page once nobody is using it, so that wall displays pick up the new build. */
function reloadWhenIdle() {
  let lastInput = performance.now()
  const onInput = () => {
    lastInput = performance.now()
  }
  for (const event of ['pointerdown', 'keydown', 'wheel']) window.addEventListener(event, onInput, { passive: true })
  setInterval(() => {
    if (performance.now() - lastInput >= idleMs && !hasSomethingToLose()) window.location.reload()
  }, idleCheckMs)
}

/** Checks whether the server serves another build of the dashboard than the running one. */
export async function checkForNewBuild(): Promise<void> {
  if (hasNewBuild || !ownEntryScript) return
  const response = await fetch('/', { cache: 'no-store' })
  if (!response.ok) return
  const entryScript = entryScriptOf(new DOMParser().parseFromString(await response.text(), 'text/html'))
  if (!entryScript || entryScript === ownEntryScript || hasNewBuild) return
  hasNewBuild = true
  reloadWhenIdle()
  for (const notify of listeners) notify()
}

const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Whether the server serves another build of the dashboard than the running one. */
export const useNewBuild = (): boolean => useSyncExternalStore(subscribe, () => hasNewBuild)
