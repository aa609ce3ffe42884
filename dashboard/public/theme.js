// Runs before the first paint, to avoid a flash of the wrong theme.
;(() => {
  let theme = null
  let language = null
  try {
    theme = localStorage.getItem('svc.theme')
    language = localStorage.getItem('svc.language')
  } catch {
    // storage is blocked: follow the system
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  if (language === 'zh') document.documentElement.lang = 'zh-Hans'
})()
