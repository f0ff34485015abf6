// The stories on node.
import { tellAll } from './tell.ts'

tellAll('node')
