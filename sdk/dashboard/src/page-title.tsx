import { createContext, useContext, useEffect } from 'react'

/** Set by the shell: receives the title of the current page; undefined selects the one from its definition. */
export const PageTitleContext = createContext<(title: string | undefined) => void>(() => {})

/** Sets the document title and the last breadcrumb ("edge-1"), instead of the page's own title. */
export function usePageTitle(title: string | undefined): void {
  const setTitle = useContext(PageTitleContext)
  useEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [setTitle, title])
}
