import { useEffect, useState } from 'preact/hooks'
import { useConsole } from './consoleContext'

/** Whether the service cannot be reached at the moment. */
export function useConnectionLost(): boolean {
  const { connection } = useConsole()
  const [isLost, setLost] = useState(connection.isLost())
  useEffect(() => connection.subscribe(() => setLost(connection.isLost())), [connection])
  return isLost
}
