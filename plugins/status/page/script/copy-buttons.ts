import { texts } from './texts.ts'

/** Shows the buttons that copy code, which need a script. */
export function addCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy[hidden]')) {
    // Only secure contexts have a clipboard.
    if (!navigator.clipboard) continue
    button.hidden = false
    const label = button.textContent
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '')
      button.textContent = texts.copied
      setTimeout(() => {
        button.textContent = label
      }, 2000)
    })
  }
}
