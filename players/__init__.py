"""Players of Othello and the searches behind them."""
