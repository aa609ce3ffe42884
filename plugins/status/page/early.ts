// Runs before the first paint, to avoid a flash of the wrong theme or layout. No imports: it is not a module.
;(() => {
  const { dataset } = document.documentElement
  try {
    const theme = localStorage.getItem('svc.theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    const layout = localStorage.getItem('svc.status.layout')
    if (layout === 'grid' || layout === 'list') dataset.layout = layout
  } catch {
    // Storage is blocked: the system's theme and the page's layout.
  }
})()
