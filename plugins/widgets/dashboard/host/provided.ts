import * as sdk from '@svc/widget-sdk'
import * as actions from '@svc/widget-sdk/actions'
import * as hooks from '@svc/widget-sdk/hooks'
import type { ProvidedImport } from '@svc/widget-sdk/manifest'
import * as z from '@svc/widget-sdk/z'
import type { ElementType, Key } from 'react'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'

/**
 * What a development build of a module calls instead of the JSX runtime. The React of this dashboard is a production build,
 * whose own has no `jsxDEV`.
 */
const jsxDevRuntime = {
  Fragment: jsxRuntime.Fragment,
  jsxDEV: (type: ElementType, props: object, key?: Key) => jsxRuntime.jsx(type, props, key),
}

/**
 * What a widget module imports from the dashboard instead of bringing it along, by import specifier. The build makes the
 * import map of the page and the files it points to from this list.
 */
export const provided: Readonly<Record<ProvidedImport, object>> = {
  react,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  'react/jsx-runtime': jsxRuntime,
  'react/jsx-dev-runtime': jsxDevRuntime,
  '@svc/widget-sdk': sdk,
  '@svc/widget-sdk/z': z,
  '@svc/widget-sdk/hooks': hooks,
  '@svc/widget-sdk/actions': actions,
}
