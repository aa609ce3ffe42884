// Runs before the first paint, to avoid a flash of the wrong theme, and asks for the texts of the language.
;(() => {
  const texts = __TEXTS__
  const previews = __PREVIEWS__
  let theme = null
  let language = null
  try {
    theme = localStorage.getItem('svc.theme')
    language = localStorage.getItem('svc.language')
  } catch {
    // storage is blocked: follow the system
  }
  const root = document.documentElement
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme
  language ??=
    navigator.languages
      .map((tag) => tag.toLowerCase().split('-')[0])
      .find((id) => id in texts && !previews.includes(id)) ?? 'en'
  if (language === 'zh') root.lang = 'zh-Hans'
  if (!(language in texts)) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = texts[language]
  document.head.append(link)
})()
