import { createContext, useContext, useEffect } from 'react'

/** Set by the shell: receives the title of the page that is shown, undefined for the one from its definition. */
export const PageTitleContext = createContext<(title: string | undefined) => void>(() => {})

/** Names what the page shows ("edge-1") in the document title and the last breadcrumb, instead of the page's own title. */
export function usePageTitle(title: string | undefined): void {
  const announce = useContext(PageTitleContext)
  useEffect(() => {
    announce(title)
    return () => announce(undefined)
  }, [announce, title])
}
