/** Version of the CRM's API that is asked unless SALESFORCE_API_VERSION names another. */

export const defaultApiVersion = 'v65.0';
