// Runs before the first paint, to avoid a flash of the wrong theme, and asks for what takes a round trip anyway: the texts of
// the language and the code of the page in the address bar.
;(() => {
  const { languages, routes, files } = __HINTS__
  const previews = __PREVIEWS__
  const session = __SESSION__
  let theme = null
  let language = null
  let sidebar = null
  try {
    theme = localStorage.getItem('svc.theme')
    language = localStorage.getItem('svc.language')
    sidebar = localStorage.getItem('svc.sidebar')
  } catch {
    // storage is blocked: follow the system
  }
  const root = document.documentElement
  // The server says so, and has put the answer about the session into the page.
  const { signedIn } = root.dataset
  // not of somebody who must change the password first
  const seesPage = signedIn === ''
  const hint = (rel, as, href) =>
    document.head.append(Object.assign(document.createElement('link'), { rel, as, href, crossOrigin: '' }))
  if (signedIn === undefined && session) hint('preload', 'fetch', session)
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme
  language ??=
    navigator.languages
      .map((tag) => tag.toLowerCase().split('-')[0])
      .find((id) => id in languages && !previews.includes(id)) ?? 'en'
  if (language === 'zh') root.lang = 'zh-Hans'
  const path = location.pathname.replace(/\/$/, '')
  const [, isPublic, code, owners, isFramed] = routes.find(([pattern]) => new RegExp(`^${pattern}$`).test(path)) ?? [
    path,
    0,
    [],
    [],
    0,
  ]
  // shows the outline of the page until there is the page
  if (seesPage && isFramed) root.dataset.outline = sidebar === 'narrow' ? 'narrow' : 'wide'
  const texts = languages[language] ?? {}
  // others see a page to sign in or to change their password instead
  const ofPage = seesPage || isPublic ? [...code, ...owners.map((owner) => texts[owner])] : []
  for (const place of new Set([texts[''], ...ofPage])) {
    const file = files[place]
    if (!file) continue
    if (file.endsWith('.css')) hint('preload', 'style', `/${file}`)
    else hint('modulepreload', 'script', `/${file}`)
  }
})()
