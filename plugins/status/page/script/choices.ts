/** Buttons that need a script: theme and layout, kept in the browser, and the language of the address. */
export function addChoices(): void {
  const root = document.documentElement
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
  const remember = (key: string, value: string) => {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Storage is blocked: the choice lasts until the next page.
    }
  }

  const theme = document.querySelector<HTMLButtonElement>('button.theme')
  theme?.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    remember('svc.theme', root.dataset.theme)
  })
  if (theme) theme.hidden = false

  // Delegated, because an update of the page replaces the buttons.
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button[data-choose]')
    if (!button) return
    root.dataset.layout = button.dataset.choose
    remember('svc.status.layout', button.dataset.choose ?? '')
    markLayout()
  })

  const language = new URL(location.href).searchParams.get('lang')
  if (language) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = `svc_status_language=${encodeURIComponent(language)};path=/status;max-age=31536000;samesite=lax`
  }
}

/** Shows which layout is chosen. */
export function markLayout(): void {
  const { layout } = document.documentElement.dataset
  for (const group of document.querySelectorAll<HTMLElement>('.layouts')) {
    group.hidden = false
    for (const button of group.querySelectorAll<HTMLElement>('[data-choose]')) {
      button.ariaPressed = String(button.dataset.choose === layout)
    }
  }
}
