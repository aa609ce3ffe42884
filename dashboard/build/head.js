// Runs before the first paint, to avoid a flash of the wrong theme, and asks for what takes a round trip anyway: the texts of
// the language and, where somebody is signed in, the live list.
;(() => {
  const texts = __TEXTS__
  const previews = __PREVIEWS__
  let theme = null
  let language = null
  let isSignedIn = false
  try {
    isSignedIn = localStorage.getItem('svc.signedIn') !== null
    theme = localStorage.getItem('svc.theme')
    language = localStorage.getItem('svc.language')
  } catch {
    // storage is blocked: follow the system
  }
  if (isSignedIn) {
    const early = { socket: new WebSocket(`${location.origin.replace('http', 'ws')}/api/ws/servers`), received: [] }
    early.socket.onmessage = (frame) => early.received.push(frame)
    // of an application that does not come
    setTimeout(() => window.svcEarlySocket === early && early.socket.close(), 20_000)
    window.svcEarlySocket = early
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
