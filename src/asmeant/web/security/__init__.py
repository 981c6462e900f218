"""Who may do what: headers, hosts, bodies, sessions, logins, forms, roles."""
