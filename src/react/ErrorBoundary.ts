import type { EarshotClient, Properties } from 'earshot'
import {
  Component,
  type ContextType,
  createElement,
  type ErrorInfo,
  type FunctionComponent,
  type ReactNode,
} from 'react'
import { attempt } from '../lib/attempt'
import { readableCopy } from '../lib/json'
import { EarshotContext } from './context'

/** Props of a fallback component. */
export interface ErrorFallbackProps {
  error: unknown
  componentStack: string
  /** Renders the children again. */
  resetError(): void
  /** Always undefined: Earshot captures no exceptions. Components written for posthog-js read it. */
  exceptionEvent?: undefined
}

/** Props of `ErrorBoundary`. */
export interface ErrorBoundaryProps {
  children?: ReactNode | (() => ReactNode)
  fallback?: ReactNode | FunctionComponent<ErrorFallbackProps>
  /** Added to what `on_error` receives. */
  additionalProperties?: Properties | ((error: unknown, info: ErrorInfo) => Properties)
}

interface State {
  failure?: { error: unknown }
  componentStack?: string
}

/**
 * Renders `fallback` when a component below it throws, and reports the error to `on_error` with the reason `react`. See D-462.
 *
 * ```tsx
 * <ErrorBoundary fallback={({ resetError }) => <button onClick={resetError}>Try again</button>}>
 *   <Checkout />
 * </ErrorBoundary>
 * ```
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  declare context: ContextType<typeof EarshotContext>
  declare state: State

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    report(this.context.client, error, info, this.props.additionalProperties)
    this.setState({ componentStack: info.componentStack ?? '' })
  }

  override render(): ReactNode {
    const { children, fallback } = this.props
    const { failure, componentStack = '' } = this.state ?? {}
    if (!failure) return typeof children === 'function' ? children() : children
    if (typeof fallback !== 'function') return fallback
    return createElement(fallback, {
      componentStack,
      ...failure,
      resetError: () => this.setState({ failure: undefined }),
    })
  }
}
// A static field would cost a helper, because the files of `dist/` are ES2020.
;(ErrorBoundary as { contextType?: typeof EarshotContext }).contextType = EarshotContext

/**
 * Returns a handler for the error options of `createRoot` and `hydrateRoot`, which reports to `on_error`.
 *
 * ```ts
 * createRoot(element, { onUncaughtError: setupReactErrorHandler(earshot) })
 * ```
 *
 * @param callback Called after the report. Its first argument is always undefined.
 */
export const setupReactErrorHandler =
  (client: EarshotClient, callback?: (event: undefined, error: unknown, info: ErrorInfo) => void) =>
  (error: unknown, info: ErrorInfo): void => {
    report(client, error, info)
    callback?.(undefined, error, info)
  }

/** A function of the page that throws costs what it adds. The fallback shows all the same. */
function report(
  client: EarshotClient,
  error: unknown,
  info: ErrorInfo,
  more?: ErrorBoundaryProps['additionalProperties'],
): void {
  const properties = attempt(() => (typeof more === 'function' ? more(error, info) : more))
  attempt(() =>
    client.config.on_error?.('react', {
      error,
      componentStack: info.componentStack,
      ...readableCopy(properties),
    }),
  )
}
