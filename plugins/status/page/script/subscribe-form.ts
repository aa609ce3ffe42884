import { texts } from './texts.ts'

interface Answer {
  readonly data: { readonly message: string }
}

/** Sends the form without leaving the page. */
export function addSubscribeForm(): void {
  const form = document.querySelector<HTMLFormElement>('form.subscribe')
  const result = form?.querySelector('.result')
  const target = form?.elements.namedItem('target') as HTMLInputElement | null
  if (!form || !result || !target) return
  form.addEventListener('change', ({ target: choice }) => {
    const { example } = (choice as HTMLElement).dataset
    if (example) target.placeholder = example
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { type, target: address } = Object.fromEntries(new FormData(form))
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const body = JSON.stringify({ type, target: address })
    const response = await fetch(form.action, { method: 'POST', headers, body }).catch(() => undefined)
    const answer: Answer | undefined = response?.ok ? await response.json() : undefined
    result.textContent = answer?.data.message ?? (response?.status === 422 ? texts.invalid : texts.failed)
    result.classList.toggle('is-error', !response?.ok)
    if (response?.ok) target.value = ''
  })
}
