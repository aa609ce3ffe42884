import type { ServerStatus } from '@svc/widget-sdk'

/** For `useFigure`. */
export const selectName = ({ name }: ServerStatus): string => name
