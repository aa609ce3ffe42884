import * as sdk from '@svc/widget-sdk'
import * as actions from '@svc/widget-sdk/actions'
import * as hooks from '@svc/widget-sdk/hooks'
import * as z from '@svc/widget-sdk/z'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'

/**
 * What a widget module imports from the dashboard instead of bringing it along, by import specifier. The build makes the
 * import map of the page and the files it points to from this list.
 */
export const provided: Readonly<Record<string, object>> = {
  react,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  'react/jsx-runtime': jsxRuntime,
  '@svc/widget-sdk': sdk,
  '@svc/widget-sdk/z': z,
  '@svc/widget-sdk/hooks': hooks,
  '@svc/widget-sdk/actions': actions,
}
