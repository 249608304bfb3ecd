/** The package as a library: what other programs import. */

export {
  createGateway,
  type GatewayLogger,
  type GatewayOptions,
  type MountedGateway,
} from './main/mounted-gateway.ts';
