import type { ServerStatus } from '@svc/widget-sdk'

/** For `useFigure`. */
export const nameOf = ({ name }: ServerStatus): string => name
